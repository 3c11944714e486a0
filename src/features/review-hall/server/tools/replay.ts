import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Bundle } from '../../rules/bundle.ts'
import { replay } from '../../rules/replay.ts'

/**
 * `npm run review:replay FILE [-- --expect HASH]`: computes a review again from its bundle, without any database. Prints
 * the hash of what was computed; ends with 1 and the places when it is not the one the bundle states, or not the one that
 * the signed report or the public log names (`--expect`).
 */
const { file, expect } = given()
const bundle = read(file)
const { hash, problems, notes } = replay(bundle, expect === undefined ? {} : { expect })
console.log(`computed ${hash}`)
console.log(`stated   ${bundle.hash}`)
if (expect !== undefined) console.log(`expected ${expect}`)
for (const { path, message } of problems) console.log(`✗ ${path}: ${message}`)
for (const note of notes) console.log(`· ${note}`)
if (problems.length > 0) console.log(`✗ 复算不一致，共 ${problems.length} 处`)
else if (expect === undefined) console.log('✓ 复算一致（未与签名报告或公开日志中的哈希比对，可用 --expect 给出）')
else console.log('✓ 复算一致，且与给定的哈希相符')
process.exitCode = problems.length === 0 ? 0 : 1

function given(): { file: string; expect: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { expect: { type: 'string' } }, allowPositionals: true })
    const [path] = positionals
    if (path !== undefined && positionals.length === 1) return { file: path, expect: values.expect }
  } catch {
    // Said below.
  }
  console.error('usage: npm run review:replay FILE [-- --expect HASH]')
  process.exit(2)
}

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
