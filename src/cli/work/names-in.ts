/** The names in a text that has them with commas between. */
export const namesIn = (written: string | undefined): readonly string[] =>
  (written ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
