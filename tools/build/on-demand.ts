/**
 * Libraries that only some requests need: a start loads none of them. Each takes tens of milliseconds of every start, or
 * megabytes for as long as the server runs.
 */
export const ON_DEMAND = [
  '@aws-sdk/client-s3',
  '@cantoo/pdf-lib',
  '@fastify/swagger',
  '@libpdf/core',
  '@myriaddreamin/typst-ts-node-compiler',
  '@napi-rs/canvas',
  '@scalar/fastify-api-reference',
  '@simplewebauthn/server',
  '@tus/s3-store',
  'docx',
  'file-type',
  'nodemailer',
  'pdfjs-dist',
  'prom-client',
  'qrcode',
  'sharp',
  'svg-captcha',
  'write-excel-file',
]
