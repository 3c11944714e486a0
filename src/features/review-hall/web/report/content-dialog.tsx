import { useState } from 'react'
import { FormModal } from '#web/kit/form-modal.tsx'
import { RichText } from '#web/kit/rich-text.tsx'
import type { RichNode } from '#web/kit/rich-text-nodes.ts'
import { useAction } from '#web/use-call.ts'
import { purchaserReads } from '../../contract/reads.ts'
import { type Catalog, purchaserReportReads, updateContent } from '../../contract/reports.ts'

interface DialogProps {
  params: { projectId: string; reportId: string }
  catalog: Catalog
  onClose: () => void
}

/** Words that stand before the record in one part of the report. The record itself cannot be edited. */
export function ContentDialog({ params, catalog, onClose }: DialogProps) {
  const [content, setContent] = useState<RichNode | null>(catalog.content)
  const save = useAction(updateContent, {
    refresh: [purchaserReportReads.catalogs, purchaserReads.lastReport],
    success: '已保存，正在重新生成',
  })
  const run = async () => {
    if ((await save.run({ params, body: { catalogId: catalog.catalogId, content } })).ok) onClose()
  }
  return (
    <FormModal
      open
      title={`编辑说明：${catalog.label}`}
      width={860}
      okText="保存并重新生成"
      cancelText="取消"
      confirmLoading={save.busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p className="rv-dialog-hint kb-hint">
        填写的文字排在本部分开头。评审记录、得分与结论由系统按存档生成，不能改写；保存后本部分与报告重新生成，须由各成员签署新的文件。
      </p>
      <RichText value={content} onChange={setContent} label={`${catalog.label}的内容`} />
    </FormModal>
  )
}
