import type { Edit } from '../life/stage.ts'

/** What is done to a cluster while things break. */
export interface Story {
  readonly example: string
  /** Changes the example before anything is made of it. */
  readonly given?: Edit
  /** What is there in the beginning: the secrets alone, since they take longest to make, or the cluster. */
  readonly from: 'secrets' | 'up'
  readonly steps: readonly Step[]
}

/** A command, after a change of the file. */
export interface Step {
  readonly command: 'up' | 'destroy'
  readonly edit?: Edit
}

const workers =
  (count: number): Edit =>
  (file) =>
    file.setIn(['workers', 'general', 'count'], String(count))
const labelled: Edit = (file) => file.setIn(['workers', 'general', 'labels', 'zone'], 'attic')

/** One control plane and one worker on three hosts. */
const pair: Edit = (file) => {
  file.setIn(['ha'], 'false')
  file.setIn(['controlPlane', 'count'], '1')
  workers(1)(file)
}

/** Every story that histories are drawn for. */
export const stories = {
  create: { example: 'single-node', from: 'secrets', steps: [{ command: 'up' }] },
  destroy: { example: 'single-node', from: 'up', steps: [{ command: 'destroy' }] },
  restart: {
    example: 'single-node',
    from: 'up',
    steps: [{ command: 'up', edit: (file) => file.setIn(['controlPlane', 'memory'], '20GiB') }],
  },
  label: { example: 'homelab', given: pair, from: 'up', steps: [{ command: 'up', edit: labelled }] },
  grow: { example: 'homelab', given: pair, from: 'up', steps: [{ command: 'up', edit: workers(2) }] },
  shrink: { example: 'homelab', given: pair, from: 'up', steps: [{ command: 'up', edit: workers(0) }] },
  life: {
    example: 'homelab',
    given: workers(1),
    from: 'secrets',
    steps: [
      { command: 'up' },
      { command: 'up', edit: labelled },
      { command: 'up', edit: workers(2) },
      { command: 'up', edit: (file) => file.setIn(['workers', 'general', 'memory'], '20GiB') },
      { command: 'up', edit: workers(1) },
      { command: 'destroy' },
    ],
  },
} as const satisfies Readonly<Record<string, Story>>

/** The name of a story. */
export type StoryName = keyof typeof stories
