import { Form, Input, Select } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { useAction } from '#web/use-call.ts'
import { addDocument, addVersion, changeDocument, type documentPage } from '../contract.ts'
import type { DocumentCategory } from '../rules.ts'
import { CATEGORY_CODES, DOCUMENT_CATEGORIES } from '../rules.ts'

type Document = OutputOf<typeof documentPage>['rows'][number]

interface DocumentDialogProps {
  what: 'new' | 'edit' | 'version'
  document: Document | null
  onClose: () => void
}

interface Values {
  title: string
  category: DocumentCategory
  files?: FileRef[]
  note?: string
}

const TITLES = { new: '上传文件', edit: '修改文件', version: '上传新版' } as const
const ACCEPT = '.pdf,.docx,.xlsx,.zip,.png,.jpg,.jpeg'

/** Shares a document, renames it, or renews its file. */
export function DocumentDialog({ what, document, onClose }: DocumentDialogProps) {
  const [form] = Form.useForm<Values>()
  const options = { onDone: onClose }
  const add = useAction(addDocument, { ...options, success: '已发布' })
  const change = useAction(changeDocument, { ...options, success: '已修改' })
  const renew = useAction(addVersion, { ...options, success: '新版已发布' })
  const documentId = document?.documentId ?? ''
  const save = async ({ title, category, files, note = '' }: Values) => {
    const fileId = files?.[0]?.fileId ?? ''
    if (what === 'new') await add.run({ body: { title, category, fileId, note } })
    else if (what === 'edit') await change.run({ params: { documentId }, body: { title, category } })
    else await renew.run({ params: { documentId }, body: { fileId, note } })
  }
  return (
    <FormModal
      open
      title={document && what === 'version' ? `${TITLES[what]}：${document.title}` : TITLES[what]}
      okText={what === 'edit' ? '保存' : '发布'}
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={add.busy || change.busy || renew.busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={document ? { title: document.title, category: document.category } : {}}
        onFinish={(values) => void save(values)}
      >
        {what !== 'version' && (
          <>
            <Form.Item
              name="title"
              label="标题"
              rules={[{ required: true, min: 2, message: '请填写标题，不少于2个字' }]}
            >
              <Input maxLength={100} />
            </Form.Item>
            <Form.Item name="category" label="类别" rules={[{ required: true, message: '请选择类别' }]}>
              <Select options={CATEGORY_CODES.map((value) => ({ value, label: DOCUMENT_CATEGORIES[value] }))} />
            </Form.Item>
          </>
        )}
        {what !== 'edit' && (
          <>
            <Form.Item
              name="files"
              label="文件"
              extra="PDF、Word、Excel、ZIP 或图片，100 MB 以内"
              rules={[{ required: true, type: 'array', min: 1, message: '请上传文件' }]}
            >
              <FileUpload use="shared-document" most={1} accept={ACCEPT} />
            </Form.Item>
            <Form.Item name="note" label="更新说明（可选）">
              <Input.TextArea rows={2} maxLength={500} />
            </Form.Item>
          </>
        )}
      </Form>
    </FormModal>
  )
}
