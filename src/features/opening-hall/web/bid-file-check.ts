import type { OutputOf } from '#contract/endpoint.ts'
import type { orderDetail } from '#features/procurement/contract/order.ts'
import { BidFileType, envelopeOf, ReviewModel } from '#features/procurement/rules/enums.ts'

type Order = Pick<OutputOf<typeof orderDetail>, 'files' | 'items' | 'settings' | 'schedule' | 'reviewModel'>

export interface FileFinding {
  title: string
  ok: boolean
  /** What there is, or what is missing. */
  detail: string
}

/** What an electronic tender file needs before it can be published; publishing checks the rest. */
export function findingsOf({ files, items, settings, schedule, reviewModel }: Order): FileFinding[] {
  const documents = files.filter((file) => file.kind === 'document')
  const { bidFiles, ways, marks } = settings
  const isDouble = reviewModel === ReviewModel.values.double
  const first = bidFiles.some((file) => file.required && envelopeOf(file.role) === BidFileType.values.business)
  const empty = ways.filter((way) => !way.isAutomatic && way.items.length === 0)
  return [
    {
      title: '招标文件',
      ok: documents.length > 0,
      detail: documents.length > 0 ? `${documents.length} 份，指纹写入公告` : '请上传招标文件',
    },
    {
      title: '报价单格式',
      ok: items.length > 0,
      detail: items.length > 0 ? `采购清单 ${items.length} 行` : '请在项目中导入采购清单',
    },
    {
      title: '投标文件组成',
      ok: bidFiles.length > 0 && (!isDouble || first),
      detail:
        bidFiles.length === 0
          ? '请列明投标人须提交的文件'
          : isDouble && !first
            ? '双信封须要求至少一份商务、技术或资格文件'
            : `除报价单外 ${bidFiles.length} 类文件`,
    },
    { title: '唱标内容', ok: true, detail: ['投标总价', ...marks.map((mark) => mark.name)].join('、') },
    {
      title: '评审办法',
      ok: ways.length > 0 && empty.length === 0,
      detail:
        ways.length === 0
          ? '请设置评审办法'
          : empty.length > 0
            ? `“${empty[0]!.name}”没有评审项`
            : `${ways.length} 项评审`,
    },
    {
      title: '投标截止与开标时间',
      ok: schedule.bidEnd !== null && schedule.openAt !== null,
      detail: schedule.bidEnd === null || schedule.openAt === null ? '请填写时间安排' : '已填写',
    },
  ]
}
