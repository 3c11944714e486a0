import { NoticeKind } from './enums.ts'
import { liveTerms } from './live-order.ts'
import { isLive } from './methods/all.ts'
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from './notice-templates.ts'
import { doc, heading, paragraph, type RichNode } from './rich-text.ts'

/** The built-in templates for orders of a method. */
export function builtInTemplates({ method }: { method: number }): readonly BuiltInTemplate[] {
  return isLive({ method }) ? LIVE_TEMPLATES : BUILT_IN_TEMPLATES
}

/** The announcement of an auction; its other notices say of an auction what those of a tender say of a tender. */
const LIVE_ANNOUNCEMENT: RichNode = doc(
  paragraph('{{采购人}}就{{标段名称}}（编号：{{标段编号}}）进行竞价采购，欢迎符合条件的供应商参加。'),
  heading('一、采购内容'),
  paragraph('项目名称：{{项目名称}}（{{项目编号}}）'),
  paragraph('{{项目概况}}'),
  paragraph('起始价（最高限价）：{{最高限价}}'),
  heading('二、报名'),
  paragraph('报名截止时间：{{报名截止时间}}（北京时间，下同）。报名时须提交：{{报名资料}}。'),
  paragraph('疑问须于 {{提问截止时间}} 前在本平台提出。'),
  heading('三、竞价'),
  paragraph('竞价开始时间：{{竞价开始时间}}；时长：{{竞价时长}}；最小降幅：{{最小降幅}}。'),
  paragraph('延时规则：{{延时规则}}。'),
  paragraph(
    '竞价按采购单总价由高到低进行，最终报价最低者为第一成交候选人。报名通过的供应商不足 3 家的，本次竞价流标。',
  ),
  heading('四、联系方式'),
  paragraph('采购人：{{采购人}}'),
)

const LIVE_TEMPLATES: readonly BuiltInTemplate[] = BUILT_IN_TEMPLATES.map((template) => ({
  ...template,
  name: liveTerms(template.name),
  content:
    template.kind === NoticeKind.values.announcement
      ? LIVE_ANNOUNCEMENT
      : (JSON.parse(liveTerms(JSON.stringify(template.content))) as RichNode),
}))
