import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const TOOL = join(import.meta.dirname, 'replay.ts')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibiao-replay-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (file: string) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [TOOL, file], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })

test('what is no bundle is refused in words, not with a trace', async () => {
  const missing = join(folder, 'none.json')
  expect(await run(missing)).toEqual({ code: 2, said: `✗ 找不到文件：${missing}\n` })
  const text = join(folder, 'text.json')
  await writeFile(text, '报告')
  expect(await run(text)).toEqual({ code: 2, said: `✗ 不是评审复算包：${text}\n` })
  const other = join(folder, 'other.json')
  await writeFile(other, 'null')
  expect(await run(other)).toEqual({ code: 2, said: `✗ 不是评审复算包：${other}\n` })
})
