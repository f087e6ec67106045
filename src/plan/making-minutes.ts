/** As long as the making of a machine or a template may take: the task that does it is at work. */
export const MAKING_MINUTES = 60
