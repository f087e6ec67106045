/** The one message of an answer; machines wrap every answer in a list, for calls that were spread over many. */
export function single<T>(answer: { readonly messages: readonly T[] }, call: string): T {
  const [message] = answer.messages
  if (message === undefined) throw new Error(`${call} was answered with no message`)
  return message
}
