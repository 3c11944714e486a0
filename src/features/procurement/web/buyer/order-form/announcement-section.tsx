import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ask, toast } from '#web/feedback.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { noticeTemplates, renderTemplate } from '../../../contract/notice.ts'
import { NoticeKind } from '../../../rules/enums.ts'
import type { RichNode } from '../../../rules/rich-text.ts'
import { MarkedEditor, Unresolved } from '../notice-editor.tsx'
import { useAddresses } from '../addresses.ts'
import { FormSection } from './form-section.tsx'

interface AnnouncementProps {
  projectId: string
  /** Saves the draft; the order's id, or null when it could not be saved. */
  onSave: () => Promise<string | null>
}

/** The announcement: a template filled with what the form holds, then edited freely. */
export function AnnouncementSection({ projectId, onSave }: AnnouncementProps) {
  const form = Form.useFormInstance()
  const text = Form.useWatch<{ title?: string; content?: RichNode | null } | undefined>('announcement', form)
  return (
    <FormSection
      id="announcement"
      title="公告"
      hint="套用模板后，名称、金额、时间等自动填入；未能填入的占位符会标出，须补充后才能发布。"
      extra={<TemplateChoice projectId={projectId} onSave={onSave} hasContent={Boolean(text?.content)} />}
    >
      <Form.Item name={['announcement', 'title']} label="公告标题" rules={[{ max: 200 }]}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name={['announcement', 'content']} label="公告正文">
        <MarkedEditor label="公告正文" />
      </Form.Item>
      <Unresolved texts={[text?.title, text?.content]} />
    </FormSection>
  )
}

function TemplateChoice({ projectId, onSave, hasContent }: AnnouncementProps & { hasContent: boolean }) {
  const form = Form.useFormInstance()
  const at = useAddresses()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<string | undefined>()
  const { data: templates = [] } = useCall(noticeTemplates, { query: { kind: NoticeKind.values.announcement } })
  const render = useAction(renderTemplate)

  const apply = async () => {
    if (!chosen) return
    if (hasContent && !(await ask({ title: '套用模板', content: '将替换现有的公告正文，确认套用？' }))) return
    // The template is filled from the stored order: what is on the screen goes there first.
    const orderId = await onSave()
    if (!orderId) return
    const outcome = await render.run({ params: { orderId, templateId: chosen } })
    if (!outcome.ok) return
    form.setFieldValue(['announcement', 'content'], outcome.data.content)
    if (outcome.data.title) form.setFieldValue(['announcement', 'title'], outcome.data.title)
    const saved = await onSave()
    if (!saved) return
    const { unresolved } = outcome.data
    if (unresolved.length > 0) toast.warning(`有 ${unresolved.length} 处占位符未能自动填入`)
    else toast.success('已套用模板')
    // A new order has an address of its own from now on.
    if (!pathname.includes(orderId)) void navigate(at.form({ orderId, projectId }), { replace: true })
  }
  return (
    <span className="buyer-template">
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
