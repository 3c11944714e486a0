import { Form, Input } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { NoticeKind } from '../../../rules/enums.ts'
import type { RichNode } from '../../../rules/rich-text.ts'
import { MarkedEditor, Unresolved } from '../notice-editor.tsx'
import { useAddresses } from '../addresses.ts'
import { TemplateChoice } from '../template-choice.tsx'
import { FormSection } from './form-section.tsx'

interface AnnouncementProps {
  projectId: string
  /** Saves the draft; the order's id, or null when it could not be saved. */
  onSave: () => Promise<string | null>
}

/** The announcement: a template filled with what the form holds, then edited freely. */
export function AnnouncementSection({ projectId, onSave }: AnnouncementProps) {
  const form = Form.useFormInstance()
  const at = useAddresses()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const text = Form.useWatch<{ title?: string; content?: RichNode | null } | undefined>('announcement', form)
  return (
    <FormSection
      id="announcement"
      title="公告"
      hint="套用模板后，名称、金额、时间等自动填入；未能填入的占位符会标出，须补充后才能发布。"
      extra={
        <TemplateChoice
          kind={NoticeKind.values.announcement}
          hasContent={Boolean(text?.content)}
          // The template is filled from the stored order: what is on the screen goes there first.
          order={onSave}
          onApply={async ({ title, content }, orderId) => {
            form.setFieldValue(['announcement', 'content'], content)
            if (title) form.setFieldValue(['announcement', 'title'], title)
            // A new order has an address of its own from now on.
            if ((await onSave()) && !pathname.includes(orderId))
              void navigate(at.form({ orderId, projectId }), { replace: true })
          }}
        />
      }
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
