import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// The pictures of README, from those that `npm run shots` made: `node e2e/shots/pictures.ts`.
const ROOT = join(import.meta.dirname, '../..')
const PICTURES = {
  order: 'purchaser/purchaser-bidding-orders-info',
  'bid-making': 'supplier/bid-making',
  'opening-hall': 'purchaser/purchaser-bidding-orders-kpb-open-hall-home',
  review: 'expert/review-projects-review-session',
  notice: 'public/portal-notices',
  receipt: 'public/receipts',
}

await mkdir(join(ROOT, 'docs/pictures'), { recursive: true })
for (const [name, from] of Object.entries(PICTURES)) {
  const image = sharp(join(ROOT, 'shots', `${from}.png`))
  const { width, height } = await image.metadata()
  await image
    .extract({ left: 0, top: 0, width, height: Math.min(height, 900) })
    .resize({ width: 1200 })
    .webp({ quality: 82 })
    .toFile(join(ROOT, 'docs/pictures', `${name}.webp`))
}
