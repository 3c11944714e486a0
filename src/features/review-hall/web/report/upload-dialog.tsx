import { Button } from 'antd'
import { useRef, useState } from 'react'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { formatSize } from '#web/kit/file-list.tsx'
import { type Catalog, uploadCatalog } from '../../contract/reports.ts'

interface DialogProps {
  params: { projectId: string; reportId: string }
  catalog: Catalog
  onClose: () => void
}

/** Puts a scan, e.g. with seals, in the place of a generated part. */
export function UploadDialog({ params, catalog, onClose }: DialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (!file) return toast.warning('请选择 PDF 文件')
    const body = new FormData()
    body.append('file', file)
    setBusy(true)
    try {
      const all = { ...params, catalogId: catalog.catalogId }
      await call(uploadCatalog, { params: all, body: body as never })
      toast.success('已上传')
      onClose()
    } catch (error) {
      if (error instanceof CallError && !error.handled) toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormModal
      open
      title={`上传文件：${catalog.label}`}
      okText="上传"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p className="rv-dialog-hint kb-hint">
        上传的 PDF 将代替本部分的生成文件，并记录其指纹。全部上传后请点击“上传完成”，报告按新的文件指纹重新生成。
      </p>
      <input
        ref={input}
        className="kb-upload-input"
        type="file"
        tabIndex={-1}
        aria-label="选择 PDF 文件"
        accept="application/pdf,.pdf"
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
      />
      <Button onClick={() => input.current?.click()}>选择 PDF 文件</Button>
      {file && (
        <span className="kb-before-12">
          {file.name}（{formatSize(file.size)}）
        </span>
      )}
    </FormModal>
  )
}
