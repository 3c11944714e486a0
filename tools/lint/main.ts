import { join } from 'node:path'
import { lint } from './lint.ts'

// The project's own rules, beyond what the general linter knows: one line per problem, code 1 when there is any.
const problems = lint(join(import.meta.dirname, '../..'))
for (const { path, line, rule, text } of problems) console.log(`${path}:${line}: ${text} [${rule}]`)
if (problems.length > 0) process.exitCode = 1
