import { expect, test } from '@playwright/test'
import { type RunningWitness, runWitness, witnessFolder } from '#witness/testing/run-witness.ts'
import { type OwnSystem, startSystem } from './kit/system.ts'
import { newNotes, type Visitor } from './kit/visitor.ts'
import { openVisitors } from './kit/visitors.ts'

// An administrator has two others cosign the log, raises how many must, and sees how each stands; the witnesses are real.
test.describe.configure({ mode: 'serial' })

const notes = newNotes()
const running: RunningWitness[] = []
const ends: (() => Promise<void>)[] = []
let system: OwnSystem
let admin: Visitor

test.beforeAll(async ({ browser }) => {
  system = await startSystem('published')
  ;({ admin } = await openVisitors(browser, { base: system.base, notes }, { admin: ['admin', 'admin'] }))
})

test.afterAll(async () => {
  await Promise.all(running.map((witness) => witness.end()))
  for (const end of ends) await end()
  await system.stop()
  expect(notes).toMatchObject({ axe: [], console: [] })
})

test('witnesses are registered by key and address, and cosign what was published', async () => {
  const { page, inspect } = admin
  await page.goto('/admin/witnesses')
  await expect(page.getByText('还没有见证方')).toBeVisible()
  await inspect('日志见证（尚无）')
  const { logKey } = (await (await fetch(`${system.base}/api/log/keys`)).json()) as { logKey: string }
  await expect(page.getByText(logKey)).toBeVisible()
  for (const [name, title] of [
    ['association.example/witness', '省招标投标协会'],
    ['university.example/witness', '江州大学'],
  ] as const) {
    const place = await witnessFolder()
    ends.push(place.remove)
    const witness = await runWitness(place.folder, { name, logs: [logKey] })
    running.push(witness)
    await page.getByRole('button', { name: '登记见证方' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称').fill(title)
    await dialog.getByLabel('见证公钥').fill(witness.key)
    await dialog.getByLabel('地址').fill(witness.base)
    await dialog.getByLabel('依据').fill('监督要求')
    await dialog.getByRole('button', { name: '登记', exact: true }).click()
    await expect(page.getByText(title)).toBeVisible()
  }
  await expect(page.getByText('见证中')).toHaveCount(2, { timeout: 60_000 })
  await page.getByRole('button', { name: '调整最少见证数' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/至少几个/).fill('2')
  await dialog.getByLabel('依据').fill('监督要求')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('至少 2 个见证')).toBeVisible()
  await inspect('日志见证（两个）')
})
