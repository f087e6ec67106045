/** An address or a name as it is written before a port: IPv6 in brackets. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Where the Kubernetes API is served at an address. */
export const apiUrl = (host: string): string => `https://${inUrl(host)}:6443`
