/** What differs between a simulated machine and a genuine one that is asked the same, each with its reason. */
export const LIVE_DIFFERENCES: Readonly<Record<string, string>> = {
  'refusals: a config that is no YAML': 'another parser says in other words what is wrong',
  'refusals: a pattern that is none': 'another parser says in other words what is wrong',
  'services: what they are made of':
    'genuine machines are containers here, without a dashboard, whose health nobody checks',
}
