import { beforeAll, expect, test } from 'vitest'
import { fileColumns } from '../features.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'

/** Columns that look as if they held files and do not: what stands there keeps no file. */
const TELLS: Readonly<Record<string, string>> = {
  'appraisal.items': 'indicators and weights',
  'appraisal.rating': 'rules of grades',
  'appraisal.scope': 'suppliers',
  'appraisal_result.items': 'scores',
  'appraisal_supplier.facts': 'records that were counted',
  'appraisal_supplier.veto': 'a reason',
  'appraisal_template_version.items': 'indicators and weights',
  'attachment_download.input': 'what a file is made of; the files are owned elsewhere',
  'attachment_history.file_id': 'who took a file',
  'attachment_rendition.source_sha256': 'the source is owned as a file',
  'auction.terms': 'numbers',
  'auction_offer.receipt': 'a price and its signature',
  'audit_intake.body': 'the audit trail tells',
  'audit_record.body': 'the audit trail tells',
  'bid_file.cipher_hash': 'of the file beside it',
  'bid_file.header': 'head of a sealed file',
  'bid_rehearsal.canary': 'cipher text',
  'bid_submission.manifest': 'hashes of the files that stand in bid_file',
  'bid_submission.receipt': 'hashes of the files that stand in bid_file',
  'bid_upload.cipher_hash': 'of the file beside it',
  'award_meeting_order.basis': 'sums of votes',
  'award_meeting_order.options': 'trades',
  'bid_upload.header': 'head of a sealed file',
  'budget_adjustment.lines': 'amounts',
  'budget_payment.parts': 'amounts',
  'candidate.lines': 'prices',
  'charge_bill.derivation': 'how an amount is computed',
  'charge_bill.terms': 'numbers',
  'charge_config.member_discounts': 'numbers',
  'charge_publication.lines': 'numbers',
  'charge_template.terms': 'numbers',
  'acceptance.lines': 'quantities',
  'contract.milestones': 'names and amounts',
  'contract_demand.lines': 'quantities',
  'contract_version.content': 'lines and terms',
  'demand.extras': 'texts',
  'demand.questions': 'questions',
  'demand_answer.extras': 'texts',
  'demand_answer.lines': 'answers to parameters',
  'demand_conclusion.narrow': 'reasons',
  'demand_mark.lines': 'what is said of parameters',
  'demand_plan.lots': 'names and amounts',
  'demand_project.item_ids': 'lines of a demand',
  'demand_request.budget': 'amounts',
  'demand_request.items': 'what is asked for',
  'document_download.file_id': 'who took a file',
  'draw.closed': 'cryptography',
  'draw.frozen': 'cryptography',
  'draw.parts': 'cryptography',
  'draw.result': 'cryptography',
  'entrustment.returned_orders': 'orders',
  'sms_task.conditions': 'suppliers, categories and grades',
  'supplier_draw.conditions': 'categories and grades',
  'verification.questions': 'questions',
  'supplier_policy.content': 'what grades mean',
  'supplier_sync.items': 'names and credit codes',
  'expert_extraction.conditions': 'numbers and majors',
  'expert_extraction.picks': 'experts',
  'joint_answer.answer': 'cryptography',
  'joint_officer.complaint': 'cryptography',
  'joint_officer.confirmation': 'cryptography',
  'joint_officer.dealing': 'cryptography',
  'joint_officer.device': 'cryptography',
  'joint_opening.bids': 'cryptography',
  'gateway_bill.lines': 'amounts',
  'gateway_trade.notify_url': 'an address of ours',
  'invitation.role_ids': 'roles',
  'invoice.address': 'where a company stands',
  'invoice_notice.headers': 'what came with a notice',
  'invoice_setting.rates': 'numbers',
  'invoice_title.address': 'where a company stands',
  'menu_gate.company_ids': 'companies',
  'light_opinion.answers': 'opinions',
  'light_review.setting': 'criteria and people',
  'message.link': 'an address of a page',
  'message_email.address': 'where mail goes',
  'message_email.asked_address': 'where mail goes',
  'panel.plan': 'when and where is talked',
  'panel.report': 'a ranking and its reasons',
  'panel_sheet.body': 'opinions and marks',
  'pay_notice.headers': 'what came with a notice',
  'pay_order.lines': 'what is bought',
  'pay_order.reasons': 'why it is due',
  'payment.begun': 'what a provider answered',
  'quote_answer.answer': 'cryptography',
  'quote_opening.bids': 'cryptography',
  'quote_release.keys': 'cryptography',
  'recruit_order.assist': 'people',
  'recruit_order.categories': 'what is asked for',
  'recruit_order.invited': 'companies',
  'recruit_order.materials': 'what is wanted',
  'price_talk_entry.receipt': 'a price and its signature',
  'response.lines': 'prices',
  'supplement.draft': 'a purchase; its files stand beside it',
  'supplement_version.changes': 'what differs, in words',
  'supplement_version.content': 'a purchase; its files stand beside it',
  'supplement_version.findings': 'what checks say',
  'round_talk_minutes.people': 'names of those who took part',
  'talk.lines': 'prices',
  'talk.people': 'names of those who took part',
  'order_result.excluded': 'suppliers that fell away',
  'opened_file.cipher_hash': 'of the sealed file, which stands in bid_file',
  'opening_bidder.price_sheet': 'prices',
  'opening_bidder.released_keys': 'cryptography',
  'opening_draw.parts': 'cryptography',
  'opening_draw.result': 'numbers',
  'opening_signature.sha256': 'of what was signed; the sheet is a file of the opening',
  'outbox.payload': 'an event tells',
  'review.low_price': 'rule and numbers',
  'review_ask.findings': 'numbers',
  'review_catalog.sha256': 'of the file beside it',
  'review_correction.lines': 'prices',
  'review_correction.sha256': 'of what was signed',
  'review_draw.parts': 'cryptography',
  'review_draw.result': 'numbers',
  'review_low_price_waiver.findings': 'numbers',
  'review_outcome.trace': 'computation',
  'review_ranking.trace': 'computation',
  'review_report.sha256': 'of the file beside it',
  'review_signature.sha256': 'of what was signed; the report is a file of the review',
  'review_task.sha256': 'of marks as they were submitted',
  'review_way.judges': 'reviewers',
  'review_way.params': 'numbers',
  'archive.sha256': 'of the file beside it',
  'shared_document_version.document_id': 'the document that the version is of',
  'quote.sha256': 'of the file beside it',
  'quote_part.draft_lines': 'prices',
  'quote_question.grounds': 'numbers',
  'quote_part.items': 'lines of the bill and target prices',
  'timer.payload': 'an event to come tells',
  'workflow.choices': 'approvers',
  'workflow_version.flow': 'steps and approvers',
  'witness.url': 'an address elsewhere',
  'witness_policy.witnesses': 'keys and names',
  'wx_scene.url': 'an address elsewhere',
}

let t: TestSystem
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
})

test('every column that may hold a file is declared by its feature, or named here as one that only tells', async () => {
  const { rows } = await t.owner.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
      and ((a.atttypid = 'uuid'::regtype
            and a.attname ~ '(^|_)(file|logo|favicon|picture|photo|image|avatar|attachment|document|sheet)_id$')
        or a.atttypid = any('{uuid[],jsonb,json}'::regtype[])
        or a.attname ~ 'sha256|cipher_hash'
        or (a.atttypid = 'text'::regtype and a.attname ~ '(^|_)(url|link|address|picture|avatar|logo|icon|image)$')
        or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
             and k.confrelid = 'file_object'::regclass and a.attnum = any(k.conkey) and a.attname <> 'tenant_id'))
    order by 1`)
  const names = rows.map((row) => row.name)
  const declared = Object.keys(fileColumns())
  expect(names.filter((name) => !declared.includes(name) && !(name in TELLS))).toEqual([])
  expect(Object.keys(TELLS).filter((name) => !names.includes(name))).toEqual([])
  expect(declared.filter((name) => name in TELLS)).toEqual([])
})
