import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { Parts } from '#web/shell/parts.tsx'
import { supplierDetail } from '../contract/library.ts'
import { SUPPLIER_SLOTS } from '../contract/slots.ts'
import { PLACES } from '../rules/places.ts'
import { ORIGINS } from '../rules/states.ts'
import { CertificateDialog } from './certificate-dialog.tsx'
import { ListingDrawer } from './listing-drawer.tsx'
import { SupplierRelations } from './supplier-relations.tsx'
import * as sections from './supplier-sections.tsx'
import { GradeDialog, TermDialog, useSupplierActs } from './supplier-acts.tsx'
import type { Supplier } from './supplier.ts'
import { useKeeper } from './use-keeper.ts'
import { certificateWarnings, GRADE_TONES, listTag, supplierTag } from './words.ts'

type Open = 'grade' | 'term' | 'black' | 'certificate'

/** Everything the own company keeps of one supplier. */
export function Screen() {
  const { supplierId = '' } = useParams()
  const query = useCall(supplierDetail, { params: { supplierId } }, { fresh: 0 })
  const [open, setOpen] = useState<Open | null>(null)
  const act = useSupplierActs()
  const isKeeper = useKeeper()
  const navigate = useNavigate()
  const close = () => setOpen(null)
  return (
    <>
      <DetailScreen query={query} back={{ label: '供应商库', to: PLACES.library }}>
        {(supplier) => {
          const isKept = supplier.state === 'qualified' || supplier.state === 'paused'
          return {
            title: supplier.name,
            status: (
              <span className="kb-flex kb-gap-8 kb-wrap">
                <StatusTag {...supplierTag(supplier.state)} />
                {supplier.grade && <StatusTag label={`${supplier.grade} 级`} tone={GRADE_TONES[supplier.grade]} />}
                {supplier.lists.map((list) => (
                  <StatusTag key={list} {...listTag(list)} />
                ))}
                {certificateWarnings(supplier.certificateList).map((warning) => (
                  <StatusTag key={warning.label} {...warning} />
                ))}
              </span>
            ),
            facts: [supplier.creditCode, ORIGINS[supplier.origin], !supplier.isRegistered && '未在平台注册'],
            extra: isKeeper && (
              <>
                {isKept && <Button onClick={() => setOpen('grade')}>评定等级</Button>}
                <Button danger onClick={() => setOpen('black')}>
                  列入黑名单
                </Button>
              </>
            ),
            actions: supplier.actions,
            onAction: (action) => (action === 'renew' ? setOpen('term') : act(action, supplier)),
            notice: <Notice supplier={supplier} />,
            sections: [
              { key: 'basis', title: '基本信息', content: <sections.Basis supplier={supplier} /> },
              {
                key: 'certificates',
                title: '资质',
                extra: isKeeper && (
                  <Button type="link" size="small" onClick={() => setOpen('certificate')}>
                    登记资质
                  </Button>
                ),
                content: <sections.Certificates supplier={supplier} />,
              },
              { key: 'grades', title: '等级', content: <sections.Grades supplier={supplier} /> },
              { key: 'lists', title: '名单', content: <sections.Lists supplier={supplier} /> },
              { key: 'orders', title: '合作采购单', content: <sections.Orders supplier={supplier} /> },
              {
                key: 'performance',
                title: '履约',
                content: <Parts of={SUPPLIER_SLOTS.performance} supplierId={supplierId} />,
              },
              {
                key: 'appraisals',
                title: '考核',
                content: <Parts of={SUPPLIER_SLOTS.appraisals} supplierId={supplierId} />,
              },
              { key: 'relations', title: '关联', content: <SupplierRelations supplierId={supplierId} /> },
              { key: 'history', title: '历史', content: <sections.History supplier={supplier} /> },
              {
                key: 'shares',
                title: '共享',
                content: (
                  <p>
                    共享记录 {supplier.shares} 条
                    <Button type="link" onClick={() => void navigate(PLACES.shares(supplierId))}>
                      查看共享记录
                    </Button>
                  </p>
                ),
              },
            ],
          }
        }}
      </DetailScreen>
      {query.data && open === 'grade' && <GradeDialog supplier={query.data} onClose={close} />}
      {query.data && open === 'term' && <TermDialog supplier={query.data} onClose={close} />}
      {query.data && open === 'black' && <ListingDrawer kind="black" company={query.data} onClose={close} />}
      {open === 'certificate' && <CertificateDialog supplierId={supplierId} onClose={close} />}
    </>
  )
}

/** What the next invitation of the supplier meets. */
function Notice({ supplier: { admission } }: { supplier: Supplier }) {
  if (admission.level === 'ok') return null
  const isBlocked = admission.level === 'block'
  return (
    <Alert
      className="kb-below-12"
      type={isBlocked ? 'error' : 'warning'}
      showIcon
      title={isBlocked ? `不能邀请：${admission.reason}` : `邀请时提醒：${admission.reason}`}
      description="正在进行的采购和已签订的合同不受影响"
    />
  )
}
