import { Modal } from 'antd'
import { tr } from '../kit/labels.ts'
import { CompanyList } from './company-list.tsx'

/** Choosing another company to work for. */
export function CompanyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title={tr('切换企业')} footer={null} width={480} onCancel={onClose}>
      <CompanyList backTo="/" />
    </Modal>
  )
}
