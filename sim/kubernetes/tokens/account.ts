/** How a service account is called as a user. */
export const usernameOf = (namespace: string, name: string): string => `system:serviceaccount:${namespace}:${name}`

/** The groups of every service account of a namespace. */
export const groupsOf = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
  'system:authenticated',
]
