import { Form, Input } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import type { RichNode } from '../../../rules/rich-text.ts'
import { MarkedEditor, TextProblems } from '../notice-editor.tsx'
import { useBuyer } from '../use-buyer.ts'
import { TemplateChoice } from '../template-choice.tsx'
import { useFormFields } from '../use-notice-fields.ts'
import { FormSection } from './form-section.tsx'
import type { SectionProps } from './step-buyer.ts'

/** The announcement: a template whose figures, dates and lists follow the form until publication, edited freely. */
export function AnnouncementSection({ project, code, onSave }: SectionProps) {
  const form = Form.useFormInstance()
  const at = useBuyer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const fields = useFormFields(project, code)
  const text = Form.useWatch<{ title?: string; content?: RichNode | null } | undefined>('announcement', form)
  return (
    <FormSection
      id="announcement"
      title={at.say('{notice}')}
      hint="名称、金额、时间和报名资料取自本表，修改后正文随之更新，发布时固定；未能填入的占位符须补充后才能发布。"
      extra={
        <TemplateChoice
          kind={at.method.opens}
          hasContent={Boolean(text?.content)}
          // The template is filled from the stored order: what is on the screen goes there first.
          order={onSave}
          onApply={async ({ title, content }, orderId) => {
            form.setFieldValue(['announcement', 'content'], content)
            if (title) form.setFieldValue(['announcement', 'title'], title)
            // A new order has an address of its own from now on.
            if ((await onSave()) && !pathname.includes(orderId))
              void navigate(at.form({ orderId, projectId: project.projectId }), { replace: true })
          }}
        />
      }
    >
      <Form.Item name={['announcement', 'title']} label={at.say('{notice}标题')} required rules={[{ max: 200 }]}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name={['announcement', 'content']} label={at.say('{notice}正文')} required>
        <MarkedEditor label={at.say('{notice}正文')} fields={fields} />
      </Form.Item>
      <TextProblems text={text ?? {}} fields={fields} />
    </FormSection>
  )
}
