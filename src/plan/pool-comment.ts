/** What talmox says of a pool that it makes, and knows it again by: a pool of somebody else is never removed. */
export const poolComment = (cluster: string): string => `machines of the cluster ${cluster}, made by talmox`
