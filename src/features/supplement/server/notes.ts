import { keptFiles } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/supplement.ts'
import { ACTS, announce, demanded, record } from './access.ts'
import { USE } from './files.ts'

/** What is added to a registration: nothing of it is changed. */
export const noteRoutes: readonly Route[] = [
  implement(contract.addNote, ACTS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.supplementId, 'note')
    const noteId = ctx.newId()
    await ctx.insert('supplement_note', {
      id: noteId,
      supplementId: row.id,
      note: body.note,
      files: JSON.stringify(await keptFiles(ctx, body.files, { use: USE })),
      madeBy: ctx.actor.userId,
      madeByName: ctx.actor.name,
      madeAt: ctx.clock.now(),
    })
    record(ctx, row, {
      action: 'note',
      summary: `补充补录记录：${row.title}`,
      data: { note: body.note, files: body.files.map(({ name }) => name) },
    })
    announce(ctx, row)
    return { noteId }
  }),
]
