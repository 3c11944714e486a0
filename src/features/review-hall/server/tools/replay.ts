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
const bundle = read(file)
const { hash, problems } = replay(bundle)
console.log(`computed ${hash}`)
console.log(`stated   ${bundle.hash}`)
for (const { path, message } of problems) console.log(`✗ ${path}: ${message}`)
console.log(problems.length === 0 ? '✓ 复算一致' : `✗ 复算不一致，共 ${problems.length} 处`)
process.exitCode = problems.length === 0 ? 0 : 1

/** The bundle in a file; ends with 2 and the reason where there is none. */
function read(path: string): Bundle {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as Bundle | null
    if (content !== null && typeof content === 'object') return content
    throw new SyntaxError('no object')
  } catch (error) {
    const { code } = error as { code?: string }
    console.error(
      code === 'ENOENT'
        ? `✗ 找不到文件：${path}`
        : code
          ? `✗ 无法读取：${path}（${code}）`
          : `✗ 不是评审复算包：${path}`,
    )
    process.exit(2)
  }
}
