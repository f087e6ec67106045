import { text } from './flag.ts'

/** The flag by which a person gives a member of etcd up. */
export const removeMemberFlag = text('NAME,…', {
  about: 'also remove these members of etcd, which are not well and have no machine any more',
  writtenOnly: true,
})
