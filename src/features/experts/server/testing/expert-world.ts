import type { InputOf } from '#contract/endpoint.ts'
import { DAY } from '#contract/time.ts'
import { PEOPLE } from '#demo/people.ts'
import { drawn as drawnOf } from '#demo/play/drawn.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { importExperts } from '../../contract.ts'
import * as c from '../../contract-extraction.ts'
import { blind, unsealed } from '#server/testing/sealed.ts'

/** A library of experts in tests, and the people around an extraction. */
export interface ExpertWorld {
  t: TestSystem
  buyer: HttpClient
  agent: HttpClient
  admin: HttpClient
  /** Whoever was drawn, logged in. */
  as: (mobile: string) => Promise<HttpClient>
}

export const COLUMNS = [
  '姓名',
  '手机号码',
  '专家类别',
  '工作单位',
  '统一社会信用代码',
  '专业',
  '职称',
  '省级地区',
  '市县',
  '从业起始年份',
].map((title): SheetColumn => ({ key: title, title, type: 'text', max: '300' }))

export async function expertWorld(): Promise<ExpertWorld> {
  const t = await testSystem({ from: 'people' })
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const agent = await t.login('agent', { workbench: 'agency' })
  const admin = await t.login('admin', { workbench: 'admin' })
  const known = new Map<string, Promise<HttpClient>>()
  const as = (mobile: string) => {
    if (!known.has(mobile)) known.set(mobile, t.login(mobile, { workbench: 'expert' }))
    return known.get(mobile)!
  }
  return { t, buyer, agent, admin, as }
}

/** Imports people of one major into the library kept by `keeper`; everybody can log in with the mobile number. */
export async function importPeople(
  { t }: Pick<ExpertWorld, 't'>,
  keeper: HttpClient,
  people: readonly { name: string; mobile: string; majors: string; employer?: string; code?: string; kind?: string }[],
): Promise<void> {
  const rows = people.map(({ name, mobile, majors, employer = `${name}所在单位`, code = '', kind = '技术专家' }) => ({
    姓名: name,
    手机号码: mobile,
    专家类别: kind,
    工作单位: employer,
    统一社会信用代码: code,
    专业: majors,
    职称: '高级工程师',
    省级地区: '江苏省',
    市县: '江州市',
    从业起始年份: '2005',
  }))
  const { errors } = await sendSheet(keeper, rows)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  await t.owner.query(
    `update app_user set password_hash = (select password_hash from app_user where id = $1) where mobile_hash = any($2)`,
    [PEOPLE.buyer.id, people.map((p) => blind('app_user.mobile', p.mobile))],
  )
}

export async function sendSheet(client: HttpClient, rows: readonly Record<string, string>[]) {
  const content = await writeSheet({ title: '专家', columns: COLUMNS, rows })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), '专家.xlsx')
  return (await client.raw('POST', `/api${importExperts.path}`, form)) as {
    count: number
    errors: { row: number; cell: string; column: string; message: string }[]
  }
}

type Fields = InputOf<typeof c.createExtraction>['body']

/** Terms of an extraction in three days; kind 3 unless told. */
export function termsOf({ t }: Pick<ExpertWorld, 't'>, change: Partial<Fields> = {}): Fields {
  return {
    kind: 3,
    title: '需求论证',
    mode: 1,
    library: 1,
    reviewAt: new Date(t.kernel.clock.now().getTime() + 3 * DAY).toISOString(),
    place: '第一评标室',
    replyMinutes: 60,
    isSecret: false,
    byPlatform: true,
    conditions: [{ majors: ['A0101'], number: 2 }],
    avoidance: { options: [], units: [], people: [] },
    ...change,
  }
}

/** Draws a draft, and waits until the beacon has spoken and the first are called. */
export async function draw(world: ExpertWorld, params: { extractionId: string }, by = world.buyer): Promise<void> {
  await by.call(c.drawExtraction, { params })
  await drawnOf(world.t, params.extractionId)
}

/** A draft, drawn; gives its detail as the owner sees it. */
export async function drawn(world: ExpertWorld, change: Partial<Fields> = {}, by = world.buyer) {
  const { extractionId } = await by.call(c.createExtraction, { body: termsOf(world, change) })
  const params = { extractionId }
  await draw(world, params, by)
  return { params, detail: await by.call(c.extractionDetail, { params }) }
}

/** What an expert answers to the latest call of this extraction. */
export async function answer(
  world: ExpertWorld,
  extractionId: string,
  { mobile, accept }: { mobile: string; accept: boolean },
) {
  const { rows } = await world.t.owner.query<{ id: string; mobile: string }>(
    'select id, mobile from expert_call where extraction_id = $1',
    [extractionId],
  )
  const call = rows.find((row) => unsealed('expert_call.mobile', row.id, row.mobile) === mobile)
  const client = await world.as(mobile)
  const body = accept ? { accept, declared: true } : { accept, category: 1 as const, reason: '当日有其他安排' }
  await client.call(c.replyInvitation, { params: { callId: call!.id }, body })
  await world.t.settle()
}

/** Who was called and has not answered, in the order called. */
export async function waiting({ t }: ExpertWorld, extractionId: string): Promise<string[]> {
  const { rows } = await t.owner.query<{ id: string; mobile: string }>(
    'select id, mobile from expert_call where extraction_id = $1 and reply_status = 0 order by id',
    [extractionId],
  )
  return rows.map((row) => unsealed('expert_call.mobile', row.id, row.mobile))
}
