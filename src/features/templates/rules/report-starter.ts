import { doc, paragraph, type RichNode } from '#features/procurement/rules/rich-text.ts'
import type { ContentOf } from '../contract/content.ts'

type Section = ContentOf<'review-report'>['sections'][number]

/** The order of an evaluation report where nobody has chosen another (评标委员会和评标方法暂行规定第四十二条). */
export const REPORT_STARTER: ContentOf<'review-report'> = {
  sections: [
    section('facts', '基本情况'),
    section('committee', '评标委员会'),
    section('bidders', '投标人'),
    section('ways', '各项评审结果'),
    section('rejections', '否决投标'),
    section('ranking', '排序与推荐'),
    section('signing', '签署'),
  ],
}

function section(key: Section['key'], title: string, intro?: RichNode): Section {
  return { key, title, intro: intro ?? null }
}

/** A fuller one to start a template from. */
export const REPORT_EXAMPLE: ContentOf<'review-report'> = {
  sections: REPORT_STARTER.sections.map((one) => {
    if (one.key === 'facts')
      return {
        ...one,
        intro: doc(
          paragraph(
            '受{{采购人}}委托，评标委员会于{{评审开始时间}}对{{标段名称}}（编号：{{标段编号}}）进行评审，评审办法为{{评审办法}}。',
          ),
        ),
      }
    if (one.key === 'committee')
      return { ...one, intro: doc(paragraph('评标委员会由{{评委人数}}人组成，组长为{{评标委员会组长}}。')) }
    if (one.key === 'bidders')
      return { ...one, intro: doc(paragraph('共{{投标人数量}}家投标人参加评审，有效投标{{有效投标数量}}家。')) }
    return one
  }),
}
