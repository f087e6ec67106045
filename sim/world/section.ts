/** A value of a section in one of Proxmox's configuration files. */
export type SectionValue = string | number | readonly string[]

/** One section of a configuration file: keys and values, as the API shows them. */
export type Section = Record<string, SectionValue>

/** Sections by their identifiers, in the order in which they were made. */
export type Sections = Record<string, Section>

/** The section, or whatever else has a name, of an identifier, which may be any word that somebody sends. */
export function sectionAt<T = Section>(sections: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(sections, id) ? sections[id] : undefined
}
