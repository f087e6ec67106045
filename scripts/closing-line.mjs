// Names each failed test, then prints how many passed and failed; other steps that failed count as one each.
import { readFileSync } from 'node:fs'
import process from 'node:process'

const [report, ...failedSteps] = process.argv.slice(2)
const text = readFileSync(report, 'utf8')
const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = text === '' ? {} : JSON.parse(text)
for (const { name, message, assertionResults } of testResults) {
  const failures = assertionResults.filter(({ status }) => status === 'failed')
  if (message) console.log(`failed: ${name}\n${excerpt(message)}`)
  for (const { fullName, failureMessages } of failures) {
    console.log(`failed: ${name}: ${fullName}\n${excerpt(failureMessages.join('\n'))}`)
  }
}
// A test file that cannot even be read fails the step without failing a test.
const otherSteps = failedSteps.filter((step) => step !== 'tests' || numFailedTests === 0)
const failed = numFailedTests + otherSteps.length
console.log(`${numPassedTests} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** The first lines of a message: what was expected, without the whole of a large difference. */
function excerpt(message) {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 200)}`)
    .join('\n')
}
