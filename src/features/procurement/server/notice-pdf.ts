import { formatTime } from '#contract/time.ts'
import type { Asker } from '#server/pdf/queue.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { richTextToTypst } from '#server/pdf/rich-text.ts'
import { noticeLabel } from '../methods/notices.ts'
import type { publishedNotice } from './notices.ts'

const TEMPLATE = `#import "base.typ": *
#show: official.with(title: input.title, subtitle: input.kind, org: input.org, number: input.code)
#rich(input.content)
#seal-block(
  facts: (("发布时间", input.at), ("公告编号", input.code), ("数字签名", input.signature)),
  hashes: (("内容摘要 SHA-256", input.hash),),
  note: "摘要覆盖公告全文与结构化数据；签名可用平台公布的公告公钥（Ed25519）验证。",
)
`

/** A published notice of a method's order as PDF, with its hash and signature. The same notice gives the same bytes. */
export function noticePdf(
  notice: Awaited<ReturnType<typeof publishedNotice>>,
  { org, method, by }: { org: string; method: number; by?: Asker },
): Promise<Buffer> {
  const data = {
    title: notice.title,
    kind: noticeLabel(notice.kind, { method }),
    org,
    code: notice.code,
    content: richTextToTypst(notice.content),
    at: `${formatTime(notice.publishedAt, true)}（北京时间）`,
    hash: notice.contentHash?.toString('hex') ?? '',
    signature: notice.signature ?? '',
  }
  return renderPdf(TEMPLATE, data, { at: notice.publishedAt ?? notice.createdAt, ...(by && { by }) })
}
