import { Form } from 'antd'
import { FormFields } from '#web/kit/form-fields.tsx'
import type { Reason } from '../../../steps/publicity/grounds.ts'
import { useBuyer } from '../use-buyer.ts'
import { FormSection } from './form-section.tsx'

/** The tender documents themselves. */
export function DocumentSection() {
  const { method, say } = useBuyer()
  const { grounds, name } = method
  const reason = Form.useWatch<Reason | undefined>(['settings', 'sole', 'reason'], Form.useFormInstance())
  const isEvidence = reason !== undefined && grounds?.[reason]?.evidence === true
  const accept = '.pdf,.docx,.xlsx,.zip,.png,.jpg,.jpeg'
  return (
    <FormSection
      id="files"
      title={say('{documents}')}
      hint="发布后报名审核通过的供应商可以获取；每份文件的指纹写入公告。"
    >
      <FormFields
        fields={[
          {
            kind: 'files',
            name: 'documents',
            label: say('{documents}'),
            required: method.documents === 'demanded',
            use: 'tender-document',
            most: 20,
            accept,
          },
          {
            kind: 'files',
            name: 'attachments',
            label: isEvidence ? `${name}理由的证明材料` : '附件（图纸、格式等）',
            required: isEvidence,
            use: 'tender-document',
            most: 30,
            accept,
          },
        ]}
      />
    </FormSection>
  )
}
