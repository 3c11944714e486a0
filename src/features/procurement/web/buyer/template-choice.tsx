import { Button, Select } from 'antd'
import { useState } from 'react'
import { ask, toast } from '#web/feedback.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { noticeTemplates, renderTemplate } from '../../contract/notice.ts'
import { useBuyer } from './use-buyer.ts'
import type { NoticeKind } from '../../rules/enums.ts'
import type { RichNode } from '../../rules/rich-text.ts'

interface TemplateChoiceProps {
  kind: NoticeKind
  /** Whether a text stands already, which the template replaces. */
  hasContent: boolean
  /** The order whose data fill the template, saved when it must be; null: it could not be. */
  order: () => Promise<string | null>
  /** Takes the filled text; `title` is empty where the template has none. */
  onApply: (text: { title: string; content: RichNode }, orderId: string) => void | Promise<void>
}

/** Chooses a template of a kind of notice and fills it with the order's data. Nothing where there is none. */
export function TemplateChoice({ kind, hasContent, order, onApply }: TemplateChoiceProps) {
  const { method } = useBuyer()
  const [chosen, setChosen] = useState<string | undefined>()
  const { data: templates = [] } = useCall(noticeTemplates, {
    query: { kind, method: method.code, admission: method.admission },
  })
  const render = useAction(renderTemplate)
  if (templates.length === 0) return null

  const apply = async () => {
    if (!chosen) return
    if (hasContent && !(await ask({ title: '套用模板', content: '将替换现有的公告正文，确认套用？' }))) return
    const orderId = await order()
    if (!orderId) return
    const outcome = await render.run({ params: { orderId, templateId: chosen } })
    if (!outcome.ok) return
    const { title, content, unresolved } = outcome.data
    await onApply({ title, content }, orderId)
    if (unresolved.length > 0) toast.warning(`有 ${unresolved.length} 处占位符未能自动填入`)
    else toast.success('已套用模板')
  }
  return (
    <span className="buyer-template kb-inline">
      <Select
        size="small"
        aria-label="公告模板"
        placeholder="选择模板"
        value={chosen ?? null}
        options={templates.map((template) => ({
          value: template.templateId,
          label: `${template.name}${template.isOwn ? '（本单位）' : ''}${template.isDefault ? ' · 默认' : ''}`,
        }))}
        onChange={(value: string) => setChosen(value)}
      />
      <Button size="small" disabled={!chosen} loading={render.busy} onClick={() => void apply()}>
        套用
      </Button>
    </span>
  )
}
