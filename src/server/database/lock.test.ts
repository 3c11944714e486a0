import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FolderInUseError, lockFolder } from './lock.ts'

const root = mkdtempSync(join(tmpdir(), 'kaibiao-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('is held once, also within one process, and is free after release', () => {
  const folder = join(root, 'one')
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUseError)
  expect(() => lockFolder(folder)).toThrow(`pid ${process.pid}`)
  lockFolder(folder, 'other').release()
  lock.release()
  lock.release()
  lockFolder(folder).release()
})

it('names the process that holds it, and is free as soon as that is killed', async () => {
  const folder = join(root, 'two')
  const { child, said } = await holder(folder)
  expect(said).toBe('held')
  expect(() => lockFolder(folder)).toThrow(
    new RegExp(`数据目录正被另一进程使用（pid ${child.pid}.*[\\s\\S]*in use by another process \\(pid ${child.pid}`),
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockFolder(folder).release()
})

it('has one winner among simultaneous starts, also after a holder was killed', async () => {
  const folder = join(root, 'three')
  for (let round = 0; round < 2; round++) {
    const all = await Promise.all(Array.from({ length: 6 }, () => holder(folder)))
    expect(all.map(({ said }) => said).toSorted()).toEqual(['held', ...Array.from({ length: 5 }, () => 'refused')])
    const winner = all.find(({ said }) => said === 'held')!
    winner.child.kill('SIGKILL')
    await once(winner.child, 'exit')
  }
})

/** Another process that takes the folder's lock and keeps it until it is killed. */
async function holder(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    import { lockFolder, FolderInUseError } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)}
    try {
      lockFolder(${JSON.stringify(folder)})
      process.stdout.write('held')
      setInterval(() => {}, 1000)
    } catch (error) {
      process.stdout.write(error instanceof FolderInUseError ? 'refused' : String(error))
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString() }
}
