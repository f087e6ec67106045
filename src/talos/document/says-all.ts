import { get, isList, isMapping, type Value } from './value.ts'

/** Whether a value says everything that another one says; what is off may as well be left out. */
export function saysAll(value: Value | undefined, other: Value): boolean {
  if (isMapping(other)) {
    return isMapping(value) && Object.entries(other).every(([key, item]) => saysAll(get(value, key), item))
  }
  if (isList(other)) return isList(value) && other.every((item) => value.some((one) => saysAll(one, item)))
  return (value ?? false) === other
}
