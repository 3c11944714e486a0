import { readFileSync } from 'node:fs'
import { type Bundle, replay } from '../../rules/replay.ts'

/**
 * `npm run review:replay FILE`: computes a review again from its bundle, without any database. Prints the hash of what
 * was computed; ends with 1 and the places when it is not the one the bundle states.
 */
const file = process.argv[2]
if (!file) {
  console.error('usage: npm run review:replay FILE')
  process.exit(2)
}
const bundle = JSON.parse(readFileSync(file, 'utf8')) as Bundle
const { hash, problems } = replay(bundle)
console.log(`computed ${hash}`)
console.log(`stated   ${bundle.hash}`)
for (const { path, message } of problems) console.log(`✗ ${path}: ${message}`)
console.log(problems.length === 0 ? '✓ 复算一致' : `✗ 复算不一致，共 ${problems.length} 处`)
process.exitCode = problems.length === 0 ? 0 : 1
