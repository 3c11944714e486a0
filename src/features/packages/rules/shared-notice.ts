import { formatAmount } from '#contract/money.ts'
import { doc, heading, paragraph, type RichNode, table } from '#features/procurement/rules/rich-text.ts'

interface SharedNotice {
  title: string
  remark: string
  /** The project says what it is. */
  hasDescription: boolean
  /** The open orders alone: whoever reads the notice knows of no other. */
  lots: readonly { title: string; code: string; lines: number; controlPrice: string | null }[]
}

/**
 * The one notice of all open orders of a package, the same for each of them. What it says of dates and terms are live fields;
 * words in braces are the method's.
 */
export function sharedNotice({ title, remark, hasDescription, lots }: SharedNotice): {
  title: string
  content: RichNode
} {
  return {
    title: `${title}{announcement}`,
    content: doc(
      paragraph(
        `{{采购人}}就{{项目名称}}（项目编号：{{项目编号}}）进行{{采购方式}}，共 ${lots.length} 个{order}，欢迎符合条件的供应商参加。供应商可以参加其中一个或者多个，各{order}分别报价，分别确定{winner}。`,
      ),
      heading('一、采购内容'),
      ...(hasDescription ? [paragraph('{{项目概况}}')] : []),
      table(
        ['序号', '{order}', '编号', '清单行数', '限价（元）'],
        lots.map((lot, i) => [
          String(i + 1),
          lot.title,
          lot.code,
          String(lot.lines),
          lot.controlPrice === null ? '不设' : formatAmount(lot.controlPrice),
        ]),
      ),
      ...remark
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => paragraph(line)),
      heading('二、报名'),
      paragraph(
        '报名截止时间：{{报名截止时间}}（北京时间，下同）。一次报名可勾选多个{order}，报名时须提交：{{报名资料}}。',
      ),
      paragraph('疑问须于 {{提问截止时间}} 前在本平台提出。'),
      heading('三、报价'),
      paragraph(
        '报价截止时间：{{投标截止时间}}。报价按{order}分别在本平台加密提交，截止前任何人无法查看，逾期不予受理。',
      ),
      paragraph('报价要求：{{报价要求}}。'),
      heading('四、联系方式'),
      paragraph('采购人：{{采购人}}'),
    ),
  }
}
