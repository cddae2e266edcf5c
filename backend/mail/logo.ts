/** The sun over the waves, 96 pixels wide, seen on light and on dark ground. It travels with the mail: nothing is loaded, and nobody learns that it was read. */
export const logo = {
  cid: "logo@abrente",
  filename: "logo.png",
  contentType: "image/png",
  contentDisposition: "inline" as const,
  content: Buffer.from(
    [
      "iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAMAAADVRocKAAACK1BMVEVMaXEpjqEpjqIpjaMpjaMAqqr0zj0kkZ0qjqMpjqIqjaP/0EUpjKIpjaIqjaoA//8p",
      "jaL0zj0qjaL0zj30zj0ojaP0zD0ui6I/f78qjaMojqMpjqP0zzwoi6L/2kgniZz00D30zjzzzzsojaEskKApjqL1zz0pjqP1zzwpjaImi6Ioj6H1zj0iiKrz",
      "0jcqjqMojaIqjaP/vz/0zzwpjqIpjqMniaYqlKoqjaIrjaL0zz0qkKEAf38qjqMqjqMqjaPzzz4pjqMpjqIpjaLzzjwqjqIqjqP1zzwqjqP1zz0qjqMqjqIp",
      "jKMqjqL1zj0vj58pjqIpjqMqjqL0zzzz0Dn1zj0qjqIqjqIqjaIljaAqjaMqjqL1zj30zjwpjaEojaP1zjz0zz31zjwpjKT0zjwpjaPz0D0nj6P1zjz20z30",
      "zj0pjqEpjqH1zzzvzz8njaQpjaPsyDYpjaMpjqMpjqIsjqH2zzwqjaIqjaL1zj0qjaL0zjwqjqP0zzz1zj0pjqMrkKMrjKIrj6EpjaIpjaIpjaLuzEQrj6H2",
      "zz70zj30zz0ojaIpjqP0zj31zz0pjaIriqD0zzwzmZkpjaIqjaIqjaL20Dz1zj4qjaIqjKMpj6P0zzwqi6MqjaL1zzwpj6Tzzj70zjz1zzwqjqL1zzz2zTzz",
      "zj7/1D8qjqL1zzgqjqMpjqL1zj31zzz1zjz0yT/0zTz1zjwqjqIpjKEpjaMpj6L2zT31zz0qjqP3EgLIAAAAt3RSTlMAT3SZ1gP5FZHViQtpkhIB3cRV3chq",
      "GQsE+DLc+ywHDUd6QD8ujfGT8G4hObMPF4NexgjG7vQaDLAv+h4CoeTfQent6ERx/bXeoaquQ9LuEPufW/wWv8eo5hvs8O2pSlHNldJXlL1CJ70dw0Ro6xAt",
      "0Q712/k0Vbbamf6Yp8GeiDU6KWOmhw9SVnTgWMV5or8jxQrEJEhyb5BOYncq2LpJWvigQqVYRQyPG/ezz3HOGEi0fzGAUD7y/We0AAAACXBIWXMAAAsTAAAL",
      "EwEAmpwYAAAChklEQVRo3u2X5XPbMBiHg3acBhpo0xTWduWuuK1Ma7syM42ZmZmZmZmZ5T9vt1tyZzuSLSnuPuz0fJTf9/ldJEtyDAYGg8FgMBgMBkNfYr6k",
      "d/h9vRzX6/M/u5gWo689/panGsioXvfxs276eW1DAMLQ15m66OdfBUg8q6KfnEtAlYK10flfZgMNcndFoZ+9H2CwdAat//UjgMXIKTr/8AeAyadhGv/WJQCb",
      "ZZso5n8EELCGfB32AiJWkPrPAEKekPnfZpMG5MYTBSwExLwgOn8ABSRHn4cmYA7B+Qyo+IUd0EYXUIDrL0qmC0guwgw4Cyi5PZ1L/IeDmN8PHG0Ah/etkQao",
      "eYUVkE4fcB8roIM+4BBWgJ8+AG8zn6MP8GEFLKAP2IgVwNEHPGV/Ehj/iL4HGedLblaVu/Fb3OVVj0uWZxzr06ws/JljEUM0nrhXg2OvOX6gMdwjOI2FKqXf",
      "zdtEOde9VnV77fr3++Qtwc5ZiFpjqQhhjyMBrU+I2w7ruWCE1CZeFhE8XITyP+9B9YwqfwU/0CqiqbwC09+oVGlpHeBl/lhRleDJVKU+9XBQvSdWmmATtRjf",
      "cE2qDzjGNVtsknqL9EFTV5Ypr7guSVHfZM8M7Qx3pn2u4mFSXXGeKatLNmyBBky92VkbGsw3NSg0zWP2lhb7WLNiuMGUH2qxHrkzBQ0IT1G9o0I6EdbTPZoT",
      "IW5ZLNsqFXH1kCn6u8hl3wKRL/qkun7SEbETAz/KIhbZwNsEwTkBexldOf1ofb/TBeuZcAqCjcc+yVbvRvlXbtbpfDWOwvSld3U8whPN7+T2HZ1Hdb4lXF5z",
      "e9jebva6puUq4lO6Bwe7U3h2KTMYDMZ/x2+q+sYBXOKNjQAAAABJRU5ErkJggg==",
    ].join(""),
    "base64",
  ),
};
