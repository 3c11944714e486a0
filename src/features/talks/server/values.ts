import type { Selectable } from 'kysely'
import type { Response, Talk } from '#server/database/tables.ts'
import type * as contract from '../contract.ts'
import type { StoredFile } from '#server/files/own-files.ts'

/* Rows as values on the wire. */

export function responseValue(row: Selectable<Response>): contract.Response {
  return {
    responseId: row.id,
    price: row.price,
    lines: row.lines as contract.Response['lines'],
    statement: row.statement,
    files: row.files as StoredFile[],
    byName: row.createdByName,
    at: row.createdAt.toISOString(),
  }
}

export function talkValue(row: Selectable<Talk>): contract.Talk {
  return {
    talkId: row.id,
    no: row.no,
    heldAt: row.heldAt.toISOString(),
    place: row.place,
    people: row.people as contract.Talk['people'],
    priceBasis: row.priceBasis,
    terms: row.terms,
    price: row.price,
    lines: row.lines as contract.Talk['lines'],
    files: row.files as StoredFile[],
    byName: row.createdByName,
    at: row.createdAt.toISOString(),
    agreed: row.agreed,
    reason: row.reason,
    repliedByName: row.repliedByName ?? '',
    repliedAt: row.repliedAt?.toISOString() ?? null,
  }
}
