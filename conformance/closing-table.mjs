// What a conformance run says in the end: one line for each part.
import { existsSync, readFileSync } from 'node:fs'

const HEAD = ['part', 'outcome', 'checks', 'genuine programs', 'build', 'run']

/** How many checks of a part passed, from the report of its tests; nothing when there is none. */
export function readChecks(file) {
  if (!existsSync(file)) return undefined
  const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: numPassedTests, total: numTotalTests }
}

/** The parts of a run as a table for people. */
export function closingTable(results) {
  const rows = [HEAD, ...results.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function rowOf({ name, outcome, checks, genuine, buildSeconds, runSeconds, reason }) {
  const counted = checks === undefined ? '-' : `${checks.passed} of ${checks.total}`
  const programs = reason === undefined ? genuine.join(', ') : `none: ${reason}`
  return [name, outcome, counted, programs, seconds(buildSeconds), seconds(runSeconds)]
}

const seconds = (count) => (count === undefined ? '-' : `${Math.round(count)} s`)
