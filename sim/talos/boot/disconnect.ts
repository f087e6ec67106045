import type { Node } from '../node.ts'

/** Ends every connection and answers nowhere any more. */
export function disconnect({ live }: Node): void {
  for (const listener of live.listening.values()) listener.close()
  live.listening.clear()
  live.ending.abort()
  live.ending = new AbortController()
  for (const session of live.sessions) session.destroy()
  live.sessions.clear()
  void live.kubernetes?.server.then((server) => server.close())
  delete live.kubernetes
  delete live.server
}
