import { expect, test } from 'vitest'
import { expressionProblem } from '../../../src/talos/validate/expression.ts'

test.each([
  ['disk', 'disk.dev_path == "/dev/sdb"'],
  ['disk', 'disk.size > 10u * GB && !system_disk'],
  ['disk', "disk.transport in ['nvme', 'sata'] || (disk.rotational && size(disk.serial) > 3)"],
  ['disk', 'system_disk'],
  ['disk', "glob('/dev/sd*', disk.dev_path) ? true : false"],
  ['link', 'mac(link.permanent_addr) == "bc:24:11:00:00:01"'],
  ['link', 'link.driver == "virtio_net" && link.type == 1'],
] as const)('about a %s, %s can be read', (about, expression) => {
  expect(expressionProblem(expression, about)).toBeUndefined()
})

test.each([
  ['nonsense(', ') is missing'],
  ['disk.size)', ') closes nothing'],
  ['disk.size >', 'something is missing after >'],
  ['disk.size 5', 'an operator is missing before 5'],
  ['"open', 'the expression has a character that cannot be read'],
  ['', 'the expression is empty'],
  ['  ', 'the expression is empty'],
  ['disc.size > 1u', 'disc means nothing here'],
  ['10.0.0.1', 'a name is missing after .'],
])('%j is refused: %s', (expression, problem) => {
  expect(expressionProblem(expression, 'disk')).toBe(problem)
})
