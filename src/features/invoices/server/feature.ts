import type { Feature } from '#server/feature.ts'
import { partyTopic } from '#server/live.ts'
import { implement, implementFile, implementForPerson, implementRaw, type Route } from '#server/implement.ts'
import * as applying from '../contract/apply.ts'
import * as contract from '../contract/invoice.ts'
import { EITHER, EITHER_READER, FINANCE, READER } from './access.ts'
import { apply, form, withdraw } from './apply.ts'
import { check } from './check.ts'
import { home } from './home.ts'
import { issue, reject, use } from './issue.ts'
import { detailOf, fileOf, pageOf } from './lists.ts'
import { messageKinds, tellSides } from './messages.ts'
import { receive } from './notices.ts'
import { answerRed, askRed, voidSlips } from './red.ts'
import { readSetting, writeSetting } from './setting.ts'
import { removeTitle } from './titles.ts'
import { askAgain, workers } from './work.ts'

const routes: readonly Route[] = [
  implement(applying.applyInvoice, FINANCE, (ctx, { body }) => apply(ctx, body)),
  implement(applying.invoiceForm, FINANCE, (ctx, { query }) => form(ctx, query.orderId)),
  implement(applying.removeTitle, FINANCE, (ctx, { params }) => removeTitle(ctx, params.titleId)),
  implement(applying.withdrawInvoice, FINANCE, (ctx, { params }) => withdraw(ctx, params.invoiceId)),
  implement(contract.invoicePage, READER, (ctx, { query }) => pageOf(ctx, 'buyer', query)),
  implementForPerson(contract.issuePage, EITHER_READER, (ctx, { query }) => pageOf(ctx, 'payee', query)),
  implementForPerson(contract.issueSetting, EITHER_READER, (ctx) => readSetting(ctx)),
  implementForPerson(contract.setIssueSetting, EITHER, (ctx, { body }) => writeSetting(ctx, body)),
  implementForPerson(contract.invoiceDetail, EITHER_READER, (ctx, { params }) => detailOf(ctx, params.invoiceId)),
  implementFile(contract.invoiceFile, { ...EITHER_READER, audience: 'person' }, (ctx, { params, query }) =>
    fileOf(ctx, params.invoiceId, query.red),
  ),
  implementForPerson(contract.issueInvoice, EITHER, (ctx, { params, body }) => issue(ctx, params.invoiceId, body.rate)),
  implementForPerson(contract.rejectInvoice, EITHER, (ctx, { params, body }) =>
    reject(ctx, params.invoiceId, body.reason),
  ),
  implement(contract.noteInvoiceUse, FINANCE, (ctx, { params }) => use(ctx, params.invoiceId)),
  implementForPerson(contract.askRedLetter, EITHER, (ctx, { params, body }) =>
    askRed(ctx, params.invoiceId, body.reason),
  ),
  implementForPerson(contract.answerRedLetter, EITHER, (ctx, { params, body }) =>
    answerRed(ctx, params.invoiceId, body),
  ),
  implementRaw(contract.issuerCallback, receive),
]

/** Invoices of what was paid, their red letters, and the way to the tax system. */
export const invoices: Feature = {
  name: 'invoices',
  routes,
  workers,
  subscribers: [tellSides, voidSlips, ...askAgain],
  topics: [partyTopic('invoices')],
  files: { 'invoice.file_id': 'id', 'invoice_red.file_id': 'id' },
  home,
  messageKinds,
  check,
}
