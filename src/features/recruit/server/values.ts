import type { Selectable } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type * as tables from '#server/database/tables.ts'
import type { recruitDetail } from '../contract/order.ts'
import { type Category, stateAt } from '../rules/order.ts'
import type { HandedIn } from '../rules/trade.ts'
import type { Any, Order } from './access.ts'

/* Rows as values on the wire. */

export const iso = (at: Date | null) => at?.toISOString() ?? null
const ZIP_BYTES = 200 * 1024 * 1024
const ZIP_APPLICANTS = 50

export interface StoredDocument extends HandedIn {
  files: StoredFile[]
}

export const categoriesOf = (order: Pick<Order, 'categories'>) => order.categories as Category[]
export const documentsOf = (row: { documents: unknown }) => row.documents as StoredDocument[]

/** Names of categories, in the order of the call. */
export function namesOf(order: Pick<Order, 'categories'>, keys: readonly string[]): string[] {
  return categoriesOf(order).flatMap(({ key, name }) => (keys.includes(key) ? [name] : []))
}

/** Whether the zip of all files is put together in the background. `bytes`: of all files. */
export function isLarge({ bytes, applicants }: { bytes: number; applicants: number }): boolean {
  return bytes > ZIP_BYTES || applicants > ZIP_APPLICANTS
}

/** Documents as they were handed in, with what the call says of them. */
export function documentValues(order: Pick<Order, 'categories'>, row: { documents: unknown }) {
  const given = documentsOf(row)
  return categoriesOf(order).flatMap((category) =>
    category.documents.flatMap((wanted) => {
      const one = given.find(({ category: key, document }) => key === category.key && document === wanted.key)
      if (!one) return []
      const { number, validUntil, files } = one
      const { requireType, name } = wanted
      return [
        {
          category: category.key,
          document: wanted.key,
          requireType,
          categoryName: category.name,
          name,
          number,
          validUntil,
          files,
        },
      ]
    }),
  )
}

export function changeValue(row: Selectable<tables.RecruitChange>) {
  return {
    changeId: row.id,
    no: row.no,
    state: row.state as 'saved',
    content: row.content,
    endsAt: iso(row.endsAt),
    notice: row.notice,
    beforeEndsAt: iso(row.beforeEndsAt),
    createdByName: row.createdByName,
    releasedAt: iso(row.releasedAt),
  }
}

/** What everybody who may know of a call reads. `all`: with the change that is not released yet. */
export async function callValue(ctx: Any, order: Order, all = false) {
  const owner = await ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['name'] })
  const changes = await ctx.many('recruit_change', { orderId: order.id }, { orderBy: ['no desc'] })
  return {
    orderId: order.id,
    code: order.code,
    title: order.title,
    ownerName: owner.name,
    state: stateAt(order, ctx.clock.now().getTime()),
    openness: order.openness as 'open',
    categories: categoriesOf(order),
    materials: order.materials as OutputOf<typeof recruitDetail>['materials'],
    notice: order.notice,
    feeTiming: order.feeTiming as 'none',
    feeAmount: order.feeAmount,
    startsAt: iso(order.startsAt),
    endsAt: iso(order.endsAt),
    contactName: order.contactName,
    contactPhone: ctx.cipher.open('recruit_order.contact_phone', order.id, order.contactPhone),
    files: order.files as unknown as StoredFile[],
    publishedAt: iso(order.publishedAt),
    endedAt: iso(order.endedAt),
    endReason: order.endReason,
    changes: changes.filter(({ state }) => all || state === 'released').map(changeValue),
  }
}
