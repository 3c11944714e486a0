import { DAY, formatDate } from '#contract/time.ts'
import { COMPANIES, type CompanyKey } from '#demo/companies.ts'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import type { Workbench } from '#contract/workbench.ts'
import { createMeeting } from '../../contract/meetings.ts'
import { createRoom } from '../../contract/rooms.ts'

/** Open from 8 to 20 every day. */
export const HOURS = Array.from({ length: 7 }, (_, i) => ({ weekday: i + 1, from: 480, until: 1200 }))

/** The instant of a clock time on the day after tomorrow. */
export function later(t: TestSystem, clock: string): string {
  const day = formatDate(new Date(t.kernel.clock.now().getTime() + 2 * DAY))
  return new Date(`${day}T${clock}:00+08:00`).toISOString()
}

export async function keepsRoom(client: HttpClient, name: string): Promise<string> {
  const body = { name, kind: 1, place: '行政楼 3 层', seats: 12, equipment: '投影', hours: HOURS }
  return (await client.call(createRoom, { body })).roomId
}

export async function holds(
  client: HttpClient,
  body: Parameters<typeof client.call<typeof createMeeting>>[1]['body'],
): Promise<string> {
  return (await client.call(createMeeting, { body })).meetingId
}

/** Minutes that a company has bought. */
export async function buysMinutes(t: TestSystem, company: CompanyKey, minutes: number): Promise<void> {
  await t.owner.query(
    `insert into service_lot (tenant_id, id, company_id, product, quantity, from_at, paid, pay_order_id, line, part, created_at)
     values (1, gen_random_uuid(), $1, 'meeting', $2, $3, 0, gen_random_uuid(), 0, 0, $3)`,
    [COMPANIES[company].id, minutes, t.kernel.clock.now()],
  )
}

/** Kinds of what a person was told of meetings whose title has these words, oldest first. */
export async function toldTo(
  t: TestSystem,
  client: HttpClient,
  { identity, title = '' }: { identity: Workbench; title?: string },
): Promise<string[]> {
  await t.settle()
  const { rows } = await client.call(messagePage, { query: { identity, pageSize: 100 } })
  return rows
    .filter(({ kind, content }) => kind.startsWith('meeting.') && content.includes(title))
    .toReversed()
    .map(({ kind }) => kind)
}
