import { Button, Form } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { toast } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { previewPool } from '../../contract-extraction.ts'
import { bodyOf, type ExtractionValues } from './form-values.ts'

/** How many the conditions find, before anything is fixed. */
export function PoolPreview() {
  const form = Form.useFormInstance<ExtractionValues>()
  const [found, setFound] = useState<OutputOf<typeof previewPool>>()
  const preview = useAction(previewPool, { overlay: false })
  const count = async () => {
    const body = bodyOf(form.getFieldsValue(true) as ExtractionValues)
    if (body.reviewAt === '') return toast.warning('请先选择评审时间')
    const outcome = await preview.run({ body })
    if (outcome.ok) setFound(outcome.data)
  }
  return (
    <div className="kb-above-8 kb-row kb-gap-12 kb-wrap">
      <Button onClick={() => void count()} loading={preview.busy}>
        测算候选人数
      </Button>
      <span role="status">
        {found?.map((row) => `第${row.rowNo}组可抽取 ${row.size} 人，回避 ${row.excluded} 人`).join('；')}
      </span>
    </div>
  )
}
