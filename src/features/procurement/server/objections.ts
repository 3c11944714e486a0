import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Objection } from '#server/database/tables.ts'
import { type AnswerPeriod, answerPeriod, type Outcome } from '../rules/objections.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { fileAnswer } from './files.ts'
import { groundsOf } from './legal.ts'
import { iso } from './values.ts'

/** A row of `objection`. */
export type ObjectionRow = Selectable<Objection>

/** Within which time objections to an order are answered; `isToPublicity`: those that anybody may raise. */
export async function answerPeriodOf(
  ctx: Context<Actor>,
  order: Pick<Order, 'method' | 'projectId' | 'settings'>,
  isToPublicity: boolean,
): Promise<AnswerPeriod> {
  const { regime } = await groundsOf(ctx, order)
  const { objectionDays } = OrderSettings.safeParse(order.settings).data ?? {}
  return answerPeriod({ regime, objectionDays, isToPublicity })
}

/** Where the buyer's side reads an objection. */
export function objectionPlace(side: 'purchaser' | 'agency', objectionId: string): string {
  return `/${side}/objection/list/${objectionId}`
}

type Stated = Omit<ObjectionRow, 'content' | 'answer' | 'files' | 'answerFiles'>

/** What a list tells of an objection. */
export function objectionHead(row: Stated) {
  return {
    objectionId: row.id,
    subject: row.subject,
    createdAt: row.createdAt.toISOString(),
    answerDue: row.dueAt.toISOString(),
    outcome: row.outcome as Outcome | null,
    answeredAt: iso(row.answeredAt),
    withdrawnAt: iso(row.withdrawnAt),
    complaint:
      row.complainedOn === null
        ? null
        : {
            on: row.complainedOn,
            authority: row.complaintAuthority!,
            notedAt: row.complaintNotedAt!.toISOString(),
          },
  }
}

/** An objection as both sides read it. */
export function objectionValue(row: ObjectionRow) {
  return {
    ...objectionHead(row),
    content: row.content,
    files: row.files as unknown as StoredFile[],
    answer: row.answer,
    answerFiles: row.answerFiles as unknown as StoredFile[],
  }
}

/** A file of an objection or of its answer, or `notFound`. Whose objection it is is the caller's matter. */
export function objectionFileAnswer(ctx: Context<Actor>, row: ObjectionRow, fileId: string) {
  const { files, answerFiles } = objectionValue(row)
  const file = [...files, ...answerFiles].find((one) => one.fileId === fileId)
  if (!file) throw new AppError('notFound')
  return fileAnswer(ctx, file)
}
