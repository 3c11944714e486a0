import { beforeAll, expect, test } from 'vitest'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { readRows } from '#server/sheet/sheet.ts'
import * as project from '../contract/project.ts'
import { tenderWorld, type TenderWorld } from './testing/tender.ts'

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

const COLUMNS = [
  { key: 'name', title: '名称', type: 'text' },
  { key: 'unit', title: '单位', type: 'text' },
  { key: 'quantity', title: '数量', type: 'text' },
  { key: 'controlPrice', title: '单价限价', type: 'text' },
  { key: 'lotNo', title: '标段号', type: 'text' },
] as const satisfies readonly SheetColumn[]
type Row = Partial<Record<(typeof COLUMNS)[number]['key'], string>>

async function upload(projectId: string, rows: readonly Row[]) {
  const content = await writeSheet({ title: '清单', columns: COLUMNS, rows })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), '清单.xlsx')
  const path = `/api/workbench/buyer/projects/${projectId}/items/import`
  return (await world.buyer.raw('POST', path, form)) as OutputOf<typeof project.importItems>
}

async function newProject(): Promise<string> {
  const { projectId } = await world.buyer.call(project.createProject, {
    body: { name: '清单项目', category: 'works', regime: 'enterprise', budget: '1' },
  })
  return projectId
}

test('a bill of 200 lines comes in, and goes out again', async () => {
  const { buyer } = world
  const projectId = await newProject()
  const rows = Array.from({ length: 200 }, (_, i) => ({
    name: `项目 ${i + 1}`,
    unit: '米',
    quantity: `${i + 1}.125`,
    controlPrice: '1,234.5',
    lotNo: i < 150 ? '1' : '2',
  }))
  expect(await upload(projectId, rows)).toEqual({ count: 200, errors: [], hidden: [] })
  const { lines } = await buyer.call(project.projectDetail, { params: { projectId } })
  expect(lines).toHaveLength(200)
  expect(lines[0]).toMatchObject({ lotNo: 1, line: 1, name: '项目 1', quantity: '1.125', controlPrice: '1234.5' })
  expect(lines[150]).toMatchObject({ lotNo: 2, line: 1, name: '项目 151', quantity: '151.125' })
  const file = await buyer.file(project.exportItems, { params: { projectId } })
  const back = await readRows(file.content, COLUMNS)
  expect(back.rows).toHaveLength(200)
  expect(back.rows[199]).toMatchObject({ name: '项目 200', quantity: '200.125', lotNo: '2' })
})

test('wrong cells are named, and nothing is stored', async () => {
  const { buyer } = world
  const projectId = await newProject()
  await upload(projectId, [{ name: '原有', unit: '台', quantity: '1' }])
  const result = await upload(projectId, [
    { name: '一', unit: '台', quantity: '十' },
    { name: '', unit: '台', quantity: '1' },
    { name: '三', unit: '台', quantity: '0' },
    { name: '四', unit: '台', quantity: '-2' },
    { name: '五', unit: '台', quantity: '1', controlPrice: '1.2345678' },
    { name: '六', unit: '台', quantity: '2' },
    { name: '七', unit: '台', quantity: '2', lotNo: '0' },
  ])
  expect(result.count).toBe(0)
  const [head] = result.errors
  expect(result.errors.map((e) => [e.row - head!.row, e.column])).toEqual([
    [0, '数量'],
    [1, '名称'],
    [2, '数量'],
    [3, '数量'],
    [4, '单价限价'],
    [6, '标段号'],
  ])
  expect(result.errors.map((e) => e.cell)).toEqual(
    ['C0', 'A1', 'C2', 'C3', 'D4', 'E6'].map((cell) => `${cell[0]}${head!.row + Number(cell[1])}`),
  )
  const { lines } = await buyer.call(project.projectDetail, { params: { projectId } })
  expect(lines.map((l) => l.name)).toEqual(['原有'])
})

test('what is not a sheet is refused', async () => {
  const projectId = await newProject()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array([1, 2, 3])]), '清单.xlsx')
  const path = `/api/workbench/buyer/projects/${projectId}/items/import`
  await expect(world.buyer.raw('POST', path, form)).rejects.toMatchObject({ body: { code: 10015 } })
  const body = { items: [{ name: '零', unit: '台', quantity: '0' }] }
  expect(await world.buyer.refused(project.replaceItems, { params: { projectId }, body })).toMatchObject({
    code: 10001,
  })
})

test('the template can be read back', async () => {
  const file = await world.buyer.file(project.itemTemplate, {})
  const { rows, errors } = await readRows(file.content, COLUMNS)
  expect(errors).toEqual([])
  expect(rows).toMatchObject([{ name: '台式计算机', quantity: '50', lotNo: '1' }])
})
